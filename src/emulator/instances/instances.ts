/** A server with its own database, clock, faults and control key. */
export type Instance = Readonly<{
  id: string
  /** Addresses, settings and credentials, as JSON. */
  started: Readonly<Record<string, unknown>>
  stop: () => Promise<void>
}>

export const MOST_INSTANCES = 30

/** The instances that run in the process of one emulator. `start` is undefined where there can be none. */
export function createInstances(start: (() => Promise<Instance>) | undefined) {
  const running = new Map<string, Instance>()
  let starting = 0
  return {
    isAvailable: start !== undefined,
    list: (): Instance[] => [...running.values()],
    /** Nothing if there are too many, or none are possible. */
    async add(): Promise<Instance | undefined> {
      if (!start || running.size + starting >= MOST_INSTANCES) return undefined
      starting++
      try {
        const instance = await start()
        running.set(instance.id, instance)
        return instance
      } finally {
        starting--
      }
    },
    async remove(id: string): Promise<boolean> {
      const instance = running.get(id)
      running.delete(id)
      await instance?.stop()
      return instance !== undefined
    },
    async stop(): Promise<void> {
      await Promise.all([...running.values()].map((instance) => instance.stop()))
    },
  }
}

export type Instances = ReturnType<typeof createInstances>
