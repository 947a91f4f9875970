/** The gate takes the short form of a long test; `npm run nightly` sets LONG and takes the whole. */
export const isLong = process.env.LONG === 'true'
