import { countsOf, type NetworkNode } from '#gateway/lib/network/network.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'

interface Props {
  nodes: ReadonlyMap<string, NetworkNode>
  /** More than are told where a home is larger than one answer. */
  total: number
  /** Epoch ms. */
  updated: number
  now: number
}

/** The whole network in one sentence. */
export function Summary({ nodes, total, updated, now }: Props) {
  const { t } = useText()
  const words = useWords()
  const counts = countsOf(nodes.values())
  const parts = (['good', 'weak', 'lost', 'unknown'] as const).flatMap((standing) =>
    counts[standing] > 0 ? [t(`netdiag.counted.${standing}`, { count: counts[standing] })] : [],
  )
  const shown = t('netdiag.devices', { count: total })
  return `${shown}${parts.length > 0 ? `: ${parts.join(', ')}` : ''}. ${t('netdiag.updated', { age: words.age(updated, now) })}`
}
