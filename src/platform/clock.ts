/** The time, as something that can be handed in: tests and the emulator bring their own. */
export type Clock = () => Date

export const systemClock: Clock = () => new Date()
