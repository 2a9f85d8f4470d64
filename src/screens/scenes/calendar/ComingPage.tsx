import { ruleQueries } from '#data/rules.ts'
import { useEngine, usePorts } from '#engine/engine.ts'
import { failureText } from '#engine/failure-text.ts'
import { useForeignZone } from '#engine/home-clocks.ts'
import { hrefOf } from '#engine/href.ts'
import { useWhereabouts } from '#engine/objects/use-whereabouts.ts'
import { useNow } from '#engine/property/state/useNow.ts'
import { useQuery } from '#engine/rows.ts'
import { DAY, momentOf, wallOf } from '#gateway/lib/times/zone.ts'
import { type Coming, comingRuns } from '#gateway/rules/moments/coming.ts'
import { needsPlace } from '#gateway/rules/parts.ts'
import { wordsOfSun } from '#gateway/rules/words/triggers.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { Card } from '#ui/Card.tsx'
import { Icon } from '#ui/Icon.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { EmptyState, ErrorState } from '#ui/page/states.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import rows from '../beside/beside.module.css'
import { NoPlace } from '../NoPlace.tsx'
import { useRuleEvents } from '../use-rules.ts'
import { capital, useTelling } from '../use-telling.ts'
import styles from './calendar.module.css'

const DAYS = 7

/** What the clock and the sun will bring in the days to come, by the clocks of the home. */
export default function ComingPage() {
  const text = useText()
  const { t, say } = text
  const { definitions } = useEngine()
  const { source } = usePorts()
  useRuleEvents()
  const now = useNow()
  const foreign = useForeignZone(now)
  const where = useWhereabouts()
  const query = useQuery(ruleQueries(source).rules())
  const list = definitions.screen('scenes_list')
  const today = Math.floor(wallOf(now, where.zone) / DAY) * DAY
  const drawn = () => {
    if (query.isPending)
      return (
        <div className={styles.days} aria-busy="true">
          {[0, 1, 2].map((one) => (
            <Skeleton key={one} height="132px" />
          ))}
        </div>
      )
    if (!query.data)
      return (
        <ErrorState title={t('scenes.coming.failed')} onRetry={() => void query.refetch()}>
          <p>{failureText(query.error, text)}</p>
        </ErrorState>
      )
    const { rules } = query.data
    const to = momentOf(today + DAYS * DAY, where.zone) - 1
    const runs = comingRuns(rules, where, { from: now, to })
    const bySun = rules.some((rule) => rule.active && !rule.draft && needsPlace(rule))
    return (
      <>
        {bySun && <NoPlace />}
        {runs.length === 0 ? (
          <EmptyState icon="clock" title={t('scenes.coming.none')}>
            <p>{t('scenes.coming.noneText')}</p>
          </EmptyState>
        ) : (
          <div className={styles.days}>
            {Array.from({ length: DAYS }, (_, n) => today + n * DAY).map((day) => (
              <Day
                key={day}
                day={day}
                now={now}
                zone={where.zone}
                runs={runs.filter(({ at }) => Math.floor(wallOf(at, where.zone) / DAY) * DAY === day)}
              />
            ))}
          </div>
        )}
      </>
    )
  }
  return (
    <>
      <PageHeader
        title={say('screens.coming_scenes.title')}
        crumb={list && { label: say('screens.scenes_list.title'), href: hrefOf(list) }}
        context={foreign === undefined ? t('scenes.coming.text') : t('scenes.zone', { zone: foreign })}
      />
      {drawn()}
    </>
  )
}

interface DayProps {
  /** Wall time of its midnight. */
  day: number
  now: number
  zone: string
  runs: readonly Coming[]
}

/** The same day for whoever reads, wherever he is. */
function noonOf(day: number): number {
  const date = new Date(day)
  return new Date(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate(), 12).getTime()
}

function Day({ day, now, zone, runs }: DayProps) {
  const { t } = useText()
  const words = useWords()
  const { tell } = useTelling()
  const { definitions } = useEngine()
  const scene = definitions.screen('scene')
  if (runs.length === 0) return null
  return (
    <Card title={words.day(noonOf(day), now)} flush>
      <ol className={rows.rows}>
        {runs.map(({ rule, at, trigger, perhaps }) => (
          <li key={`${rule.id} ${at}`}>
            <time className={rows.when} dateTime={new Date(at).toISOString()}>
              {words.moment(at, at, zone)}
            </time>
            <span className={rows.words}>
              {scene ? <a href={hrefOf(scene, { scene_id: rule.id })}>{rule.name}</a> : rule.name}
              {trigger.sun && <small>{capital(tell(wordsOfSun(trigger.sun)))}</small>}
              {perhaps && <small>{t('scenes.coming.perhaps')}</small>}
            </span>
            <Icon name={trigger.sun ? 'sun' : 'clock'} size="small" />
          </li>
        ))}
      </ol>
    </Card>
  )
}
