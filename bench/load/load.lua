-- Sends a request for each line of a file; prints one line of JSON. A line has four columns, separated by
-- tabs: method, path, headers ("Name: value", separated by "|") and body. Lines are picked at random, unless
-- they have a body: then each is sent once, in their order.
local requests = {}
local sent = nil

local function parse(line)
  local method, path, headers, body = line:match("^(%u+)\t([^\t]+)\t([^\t]*)\t(.*)$")
  local named = {}
  for name, value in headers:gmatch("([^:|]+): ([^|]*)") do named[name] = value end
  if body == "" then return wrk.format(method, path, named) end
  sent = 0
  named["Content-Type"] = "application/json"
  return wrk.format(method, path, named, body)
end

function init(args)
  math.randomseed(os.time())
  for line in io.lines(args[1]) do requests[#requests + 1] = parse(line) end
end

function request()
  if sent then
    sent = sent + 1
    return requests[sent] or wrk.format("GET", "/too-few-requests")
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
    '\nJSON {"requests":%d,"seconds":%.3f,"failed":%d,"p50Ms":%.3f}\n',
    summary.requests, summary.duration / 1e6, failed,
    latency:percentile(50) / 1000))
end
