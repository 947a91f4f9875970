-- Sends a request for each line of a file; prints one line of JSON. A line is an API token or, where a second
-- file holds the bearer for all of them, a path. Lines are picked at random, unless a path has a body behind
-- it: those are sent with PUT, each once, in their order.
local requests = {}
local sent = nil

function init(args)
  math.randomseed(os.time())
  local bearer = args[2] and "Bearer " .. io.lines(args[2])()
  for line in io.lines(args[1]) do
    local path, body = line:match("^(.-)\t(.*)$")
    if body then
      sent = 0
      requests[#requests + 1] = wrk.format("PUT", path,
        { ["Authorization"] = bearer, ["Content-Type"] = "application/json" }, body)
    else
      requests[#requests + 1] = bearer and wrk.format("GET", line, { ["Authorization"] = bearer })
        or wrk.format("GET", nil, { ["X-API-Token"] = line })
    end
  end
end

function request()
  if sent then
    sent = sent + 1
    return requests[sent]
  end
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
