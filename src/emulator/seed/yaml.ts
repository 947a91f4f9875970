import { LineCounter, parse, YAMLParseError } from 'yaml'

/** Errors name the position and not the text, which may be a secret. */
export function parseYaml(text: string): unknown {
  const lineCounter = new LineCounter()
  try {
    return parse(text, { lineCounter, prettyErrors: false, logLevel: 'error' })
  } catch (error) {
    if (!(error instanceof YAMLParseError)) throw error
    const { line, col } = lineCounter.linePos(error.pos[0])
    throw new Error(`Line ${line}, column ${col} is not valid YAML (${error.code}).`)
  }
}
