/** Picks one of so many choices, from 0. */
export type Choose = (choices: number) => number

/** The same seed makes the same choices, so that a failing case can be run again. */
export function chooser(seed: number): Choose {
  let state = seed >>> 0
  return (choices) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * choices)
  }
}
