import { existsSync, readFileSync, statSync } from 'node:fs'
import { posix } from 'node:path'
import { slugOf } from '../../scripts/pages/markdown.ts'

export type Link = Readonly<{ file: string; target: string }>

/** Without what is shown and not meant: blocks and spans of code. */
const withoutCode = (text: string) =>
  text.replaceAll(/^( *)(```|~~~)[\s\S]*?^\1\2 *$/gm, '').replaceAll(/(?<!\\)`[^`\n]*`/g, '')

/** Links and pictures of a page that lead to a file of the repository, or to a heading. */
export function listLinks(file: string, text: string): Link[] {
  const targets = withoutCode(text).matchAll(/\]\(\s*([^()\s]+)\s*\)|\bsrc(?:set)?="([^"]+)"/g)
  return [...targets]
    .map(([, target, picture = '']) => ({ file, target: target ?? picture }))
    .filter(({ target }) => !/^[a-z][a-z+.-]*:/i.test(target))
}

/** The anchors of a page as GitHub makes them: a repeated heading gets a number. */
function listAnchors(text: string): Set<string> {
  const anchors = new Set<string>()
  const counts = new Map<string, number>()
  const withoutBlocks = text.replaceAll(/^( *)(```|~~~)[\s\S]*?^\1\2 *$/gm, '')
  for (const [, heading = ''] of withoutBlocks.matchAll(/^#{1,6} +(.+?)(?: +#+)? *$/gm)) {
    const slug = slugOf(heading.replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', ''))
    const count = counts.get(slug) ?? 0
    anchors.add(count === 0 ? slug : `${slug}-${count}`)
    counts.set(slug, count + 1)
  }
  return anchors
}

const readPage = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined)

/** Why a link leads nowhere, as a sentence; nothing if it leads somewhere. */
export function findFault({ file, target }: Link): string | undefined {
  const [path = '', anchor] = target.split('#')
  const found = path === '' ? file : posix.join(posix.dirname(file), decodeURIComponent(path))
  const isFolder = existsSync(found) && statSync(found).isDirectory()
  const text = isFolder ? '' : readPage(found)
  if (text === undefined) return `${file}: ${target}: there is no file ${found}`
  if (anchor === undefined || listAnchors(text).has(anchor)) return undefined
  return `${file}: ${target}: ${found} has no heading with this anchor`
}
