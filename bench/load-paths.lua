-- Sends GETs to the paths of a file, picked at random, with one bearer; prints one line of JSON.
local requests = {}

function init(args)
  math.randomseed(os.time())
  local bearer = io.lines(args[2])()
  for path in io.lines(args[1]) do
    requests[#requests + 1] = wrk.format("GET", path, { ["Authorization"] = "Bearer " .. bearer })
  end
end

function request()
  return requests[math.random(#requests)]
end

function done(summary, latency)
  local failed = summary.errors.status + summary.errors.connect + summary.errors.read
    + summary.errors.write + summary.errors.timeout
  if failed > 0 then
    io.write(string.format("status %d, connect %d, read %d, timeout %d\n", summary.errors.status,
      summary.errors.connect, summary.errors.read, summary.errors.timeout))
  end
  io.write(string.format(
    '\nJSON {"requests":%d,"seconds":%.3f,"failed":%d,"p50Ms":%.3f,"p99Ms":%.3f}\n',
    summary.requests, summary.duration / 1e6, failed,
    latency:percentile(50) / 1000, latency:percentile(99) / 1000))
end
