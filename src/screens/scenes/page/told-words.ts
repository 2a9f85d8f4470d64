import type { Told } from '#schemas/generated/entities/rule-run.ts'
import { recipientName, type Spoken } from '../recipient-name.ts'

/** "Reached: Anna, Beat. Not reached: Clara (no longer uses this home)". */
export function toldWords(told: readonly Told[], spoken: Spoken): string {
  const { t } = spoken.text
  const reached = told.filter(({ why }) => why === undefined).map((one) => recipientName(one, spoken))
  const others = told.flatMap((one) =>
    one.why === undefined
      ? []
      : [`${recipientName(one, spoken)} (${t(`sceneRuns.runs.told.why.${one.why}`)})`],
  )
  return [
    ...(reached.length > 0 ? [t('sceneRuns.runs.told.reached', { names: reached.join(', ') })] : []),
    ...(others.length > 0 ? [t('sceneRuns.runs.told.others', { names: others.join(', ') })] : []),
  ].join(' · ')
}
