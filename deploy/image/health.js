/**
 * The health check of the image, which has no curl: `node health.js` for serve, `node health.js work`
 * for work. It fails if the process does not respond within four seconds.
 */
const { PORT, METRICS_ADDRESS } = process.env
const isServing = process.argv[2] !== 'work' && PORT !== 'off'
const url = isServing
  ? `http://127.0.0.1:${PORT || 3000}/livez`
  : `http://127.0.0.1:${METRICS_ADDRESS?.split(':').at(-1) || 9464}/metrics`

try {
  const { status } = await fetch(url, { signal: AbortSignal.timeout(4000) })
  console.log(`${url}: ${status}`)
  process.exitCode = status === 200 ? 0 : 1
} catch (error) {
  console.log(`${url}: ${error.cause?.message ?? error.message}`)
  process.exitCode = 1
}
