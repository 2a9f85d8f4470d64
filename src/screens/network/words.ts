import type { Finding } from '#gateway/lib/network/findings.ts'
import type { Text } from '#i18n/useText.ts'

/** A finding as a title and a sentence on what it comes from and what helps. */
export function findingWords(
  { rule, node, past }: Finding,
  nameOf: (id: string) => string,
  { t }: Pick<Text, 't'>,
  moment: (at: number) => string,
) {
  const values = {
    name: nameOf(node.id),
    over: nameOf(node.over),
    count: node.behind,
    stages: node.route.length + 1,
    last: past ? moment(past.last) : '',
  }
  return {
    title: t(`netdiag.findings.${rule.id as FindingId}.title`, values),
    text: t(`netdiag.findings.${rule.id as FindingId}.text`, values),
  }
}

/** The rules of the catalogue; `netdiag.findings` has words for each (findings.test.ts). */
type FindingId = 'lostWithOthers' | 'lost' | 'onlyWayAtNight' | 'onlyWay' | 'weakWithOthers' | 'edge' | 'weak'
