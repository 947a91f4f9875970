export type Point = Readonly<{ rows: number; ratio: number }>

const WIDTH = 640
const HEIGHT = 360
const LEFT = 56
const RIGHT = 120
const TOP = 24
const BOTTOM = 48
const COLORS = ['#0b6bcb', '#b4371b', '#1f7a3a', '#7a3db8']
const TEXT = 'font-family="sans-serif" font-size="12" fill="#444"'

/** The ratio of the p50 to that of the smallest size, over the number of rows; and the most that is allowed. */
export function plot(series: Readonly<Record<string, readonly Point[]>>, most: number): string {
  const points = Object.values(series).flat()
  const exponents = points.map(({ rows }) => Math.log10(rows))
  const [from, until] = [Math.min(...exponents), Math.max(...exponents)]
  const highest = Math.max(2, ...points.map(({ ratio }) => ratio)) + 0.1
  const x = (rows: number) =>
    LEFT + ((Math.log10(rows) - from) / (until - from || 1)) * (WIDTH - LEFT - RIGHT)
  const y = (ratio: number) => HEIGHT - BOTTOM - (ratio / highest) * (HEIGHT - TOP - BOTTOM)
  const ticks = Array.from({ length: Math.floor(until - from) + 1 }, (_, n) => from + n)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="p50 of a read by number of rows, relative to the smallest">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    ...[0, 0.5, 1, 1.5, 2].map((ratio) => horizontal(ratio, y(ratio), '#ddd')),
    horizontal(most, y(most), '#000', ' stroke-dasharray="4 4"'),
    ...ticks.map(
      (exponent) =>
        `<text x="${x(10 ** exponent).toFixed(0)}" y="${HEIGHT - BOTTOM + 20}" text-anchor="middle" ${TEXT}>10${toSuperscript(exponent)}</text>`,
    ),
    `<text x="${LEFT}" y="${HEIGHT - 8}" ${TEXT}>rows in the table</text>`,
    `<text x="${LEFT - 40}" y="14" ${TEXT}>p50, relative to the smallest size</text>`,
    ...Object.entries(series).map(([name, line], n) => drawLine(name, line, n)),
    '</svg>',
    '',
  ].join('\n')

  function horizontal(ratio: number, at: number, color: string, more = ''): string {
    const line = `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${at.toFixed(1)}" y2="${at.toFixed(1)}" stroke="${color}"${more}/>`
    return `${line}<text x="${LEFT - 8}" y="${(at + 4).toFixed(1)}" text-anchor="end" ${TEXT}>${ratio}</text>`
  }

  /** Named beside the plot: the ends of the lines are too close to each other. */
  function drawLine(name: string, line: readonly Point[], n: number): string {
    const color = COLORS[n] ?? '#000'
    const path = line.map(({ rows, ratio }) => `${x(rows).toFixed(1)},${y(ratio).toFixed(1)}`)
    const [at, left] = [TOP + 12 + 20 * n, WIDTH - RIGHT + 12]
    const sample = `<line x1="${left}" x2="${left + 16}" y1="${at}" y2="${at}" stroke="${color}" stroke-width="2"/>`
    const label = `<text x="${left + 22}" y="${at + 4}" ${TEXT}>${name}</text>`
    return `<polyline points="${path.join(' ')}" fill="none" stroke="${color}" stroke-width="2"/>${sample}${label}`
  }
}

const toSuperscript = (exponent: number) =>
  [...String(Math.round(exponent))].map((digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)]).join('')
