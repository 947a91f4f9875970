import { readFileSync } from 'node:fs'

type Document = Readonly<{ paths: Readonly<Record<string, object>> }>
const { paths } = JSON.parse(readFileSync('openapi/emulator.json', 'utf8')) as Document

/** Every control of an emulator, as its document lists them. */
export const CONTROLS: readonly Readonly<{ method: string; path: string }>[] = Object.entries(
  paths,
).flatMap(([path, methods]) =>
  Object.keys(methods).map((method) => ({
    method: method.toUpperCase(),
    path: path.replaceAll(/[{}]/g, ''),
  })),
)
