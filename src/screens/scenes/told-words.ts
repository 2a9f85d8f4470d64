import type { Naming } from '#gateway/rules/phrase.ts'
import type { Text } from '#i18n/useText.ts'
import type { Recipient } from '#schemas/generated/entities/rule.ts'
import type { Told } from '#schemas/generated/entities/rule-run.ts'

interface Spoken {
  text: Text
  naming: Pick<Naming, 'user'>
}

/** One of those whom a message is for, as he is called by himself. */
export const recipientName = (one: Recipient | Told, { text, naming }: Spoken): string =>
  one.kind === 'person'
    ? (naming.user?.(one.user_id ?? '') ?? one.name ?? '')
    : text.t(`builder.whom.${one.kind}`)

/** "Reached: Anna, Beat. Not reached: Clara (no longer uses this home)". */
export function toldWords(told: readonly Told[], spoken: Spoken): string {
  const { t } = spoken.text
  const reached = told.filter(({ why }) => why === undefined).map((one) => recipientName(one, spoken))
  const others = told.flatMap((one) =>
    one.why === undefined ? [] : [`${recipientName(one, spoken)} (${t(`scenes.runs.told.why.${one.why}`)})`],
  )
  return [
    ...(reached.length > 0 ? [t('scenes.runs.told.reached', { names: reached.join(', ') })] : []),
    ...(others.length > 0 ? [t('scenes.runs.told.others', { names: others.join(', ') })] : []),
  ].join(' · ')
}
