import { codeIn, saidIn } from '../quality/source.ts'
import { areaOf } from './files.ts'

/** The code that may name texts. */
export const filesOfCode = (): string[] => codeIn('{src,widgets,gateway/lib,gateway/rules}/**/*')

export interface Named {
  /** Keys that stand in code as they are. */
  keys: ReadonlySet<string>
  /** Beginnings of keys whose rest is worked out. */
  below: ReadonlySet<string>
  /** Whatever else code says, such as the names of alerts. */
  words: ReadonlySet<string>
}

/** The texts of these areas that code names: `t('shell.close')`, `` t(`device.state.${state}`) ``, `alert('removeFailed')`. */
export function namedInCode(areas: ReadonlySet<string>, files: readonly string[] = filesOfCode()): Named {
  const { whole, begun } = saidIn(files)
  const ours = (text: string): boolean => text.includes('.') && areas.has(areaOf(text))
  return {
    keys: new Set([...whole].filter(ours)),
    below: new Set([...begun].filter(ours)),
    words: whole,
  }
}
