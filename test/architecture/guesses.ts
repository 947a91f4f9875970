/** An empty text instead of what is missing, and assertions that something is there or is a text. */
const GUESS = /\?\? ''|\|\| ''| as string\b|[a-zA-Z\])]!(\.|,|\)|;|$)/gm

export const MOST_GUESSES = 20

/** Where code guesses what its types should have told. */
export function findGuesses(file: string, source: string): string[] {
  return source
    .split('\n')
    .flatMap((line, index) =>
      [...line.matchAll(GUESS)].map(([guess]) => `${file}:${index + 1} says ${guess.trim()}`),
    )
}

const ROUTE_TYPES = /\bapp\.(?:get|put|post|patch|delete|route)</
const DESCRIBED = /\b(?:operation|operatorOperation)\(/

/** A route with a schema has its types from there. */
export const findRouteTypes = (file: string, source: string): string[] =>
  ROUTE_TYPES.test(source) && DESCRIBED.test(source) ? [`${file} states the types of a route`] : []
