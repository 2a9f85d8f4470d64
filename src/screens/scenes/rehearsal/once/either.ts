import type { Text } from '#i18n/useText.ts'
import type { Block } from './blocks.ts'

/** Of what chance may draw for one thing at one moment, only the last would be seen: they are one block that names each. */
export function eitherOf(blocks: readonly Block[], { say }: Text): Block[] {
  const groups = new Map<string, Block[]>()
  for (const block of blocks) {
    const id = block.draw === undefined || block.slope ? block.id : `${block.draw} ${block.at}`
    groups.set(id, [...(groups.get(id) ?? []), block])
  }
  return [...groups.values()].flatMap((group) => {
    const [first, ...others] = group
    if (!first || others.length === 0) return group
    const texts = [...new Set(group.map(({ text }) => text))]
    const last = texts.pop() ?? ''
    return {
      ...first,
      text: texts.length === 0 ? last : say('sentences.or', '', { list: texts.join(', '), last }),
      lasts: Math.max(...group.map(({ lasts }) => lasts)),
      mark: group.some(({ mark }) => mark === 'doubtful') ? 'doubtful' : undefined,
    }
  })
}
