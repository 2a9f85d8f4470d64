import { cleanName } from '#gateway/lib/names/clean-name.ts'

/** Longest name of a device (schemas/channel, set_device_name). */
export const NAME_LENGTH = 128

export type NameFault = 'empty' | 'long'

/** What keeps a name from being one (spec 2 §5: valid and not empty). */
export function faultOf(name: string): NameFault | undefined {
  const clean = cleanName(name)
  if (clean === '') return 'empty'
  return clean.length > NAME_LENGTH ? 'long' : undefined
}

const folded = (name: string): string => cleanName(name).toLocaleLowerCase()

/** Names that occur more than once among all devices once the new ones hold. */
export function doubled(
  devices: readonly { id: string; name: string }[],
  renamed: ReadonlyMap<string, string>,
): ReadonlySet<string> {
  const counts = new Map<string, number>()
  for (const { id, name } of devices) {
    const key = folded(renamed.get(id) ?? name)
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return new Set([...renamed].filter(([, name]) => (counts.get(folded(name)) ?? 0) > 1).map(([id]) => id))
}

/** Names after a pattern: `#` is a number from 1 on, as wide as the last one needs; without it the number follows. */
export function numbered(pattern: string, count: number): readonly string[] {
  const marked = pattern.includes('#') || count === 1 ? pattern : `${pattern} #`
  const width = String(count).length
  return Array.from({ length: count }, (_, at) =>
    marked.replaceAll('#', String(at + 1).padStart(width, '0')).trim(),
  )
}
