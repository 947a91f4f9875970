/** Prints how long filling takes: it counts towards the time of a bench. */
export async function timed<T>(what: string, fill: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  const filled = await fill()
  console.log(`filled ${what} in ${Math.round((performance.now() - startedAt) / 1000)} s`)
  return filled
}
