import { useForeignZone, useHomeMoment } from '#engine/home-clocks.ts'
import { useNow } from '#engine/property/state/useNow.ts'
import { useText } from '#i18n/useText.ts'
import type { Rule } from '#schemas/generated/entities/rule.ts'
import { useRules } from '../use-rules.ts'

/** In a line: whether it is on, how it last went, and what is the matter with it. */
export function SceneContext({ rule }: { rule: Rule }) {
  const { t } = useText()
  const moment = useHomeMoment()
  const now = useNow()
  const zone = useForeignZone(now)
  const { data } = useRules()
  const row = data?.rules.find(({ id }) => id === rule.id)
  const run = row?.last_run
  const others = (row?.loop ?? []).filter((id) => id !== rule.id)
  const names = others.flatMap((id) => data?.rules.find((one) => one.id === id)?.name ?? [])
  const parts = [
    t(rule.active ? 'scenes.isActive' : 'scenes.isInactive'),
    run
      ? t(`scenes.lastRun.${run.outcome}`, { when: moment(run.at, now) })
      : data && t('scenes.lastRun.never'),
    row?.loop && row.loop.length > 0
      ? names.length > 0
        ? t('scenes.loopWith', { names: names.join(', ') })
        : t('scenes.loopAlone')
      : undefined,
    row?.throttled_until !== undefined && row.throttled_until > now
      ? t('scenes.throttledUntil', { when: moment(row.throttled_until, now) })
      : undefined,
    zone && t('scenes.zone', { zone }),
  ]
  return <>{parts.filter((part) => part !== undefined).join(' · ')}</>
}
