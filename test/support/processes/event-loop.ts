// Loaded into a server with --import: on SIGUSR2 it tells how long its event loop was held at most
// since the last time, in milliseconds of its own processor time, whatever else the machine does.
let before = process.threadCpuUsage()
let longestMs = 0

function look(): void {
  const now = process.threadCpuUsage()
  longestMs = Math.max(longestMs, (now.user + now.system - before.user - before.system) / 1000)
  before = now
  setTimeout(look, 1).unref()
}
look()

process.on('SIGUSR2', () => {
  process.stderr.write(`${JSON.stringify({ msg: 'longest turn', longestMs })}\n`)
  longestMs = 0
})
