import { ruleKeys } from '#data/rules.ts'
import { isOutOfReach } from '#engine/conditions/forbidden.ts'
import { numberLimit, useEngine, usePorts } from '#engine/engine.ts'
import { useHomeZone } from '#engine/home-clocks.ts'
import { hrefOf } from '#engine/href.ts'
import { useWhereabouts } from '#engine/objects/use-whereabouts.ts'
import type { DeviceHead } from '#engine/ports.ts'
import { standingSentence } from '#engine/property/state/availability.ts'
import { useCharge } from '#engine/property/state/charge.ts'
import { useDevices } from '#engine/property/state/useHome.ts'
import { useNow } from '#engine/property/state/useNow.ts'
import { useQuery } from '#engine/rows.ts'
import { useOverview } from '#engine/screens/tiles/overview.tsx'
import { DAY, momentOf, wallOf } from '#gateway/lib/times/zone.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import type { RunOutcome } from '#schemas/generated/entities/rule-run.ts'
import { Card } from '#ui/Card.tsx'
import { Icon, iconNamed } from '#ui/Icon.tsx'
import { NotKnown } from '#ui/page/states.tsx'
import { Tag, type Tone } from '#ui/Tag.tsx'
import { triggerWords } from '../trigger-words.ts'
import { useRuleEvents } from '../use-rules.ts'
import { useTelling } from '../use-telling.ts'
import styles from './beside.module.css'
import { nextRuns } from './next-run.ts'
import { useHomeRules } from './use-home-rules.ts'

const MOST = 6
const FEW = 4

/** What went well needs no mark. */
const WRONG: Readonly<Partial<Record<RunOutcome, Tone>>> = {
  partly: 'warn',
  failed: 'danger',
  stopped: 'plain',
  throttled: 'warn',
}

interface Item {
  id: string
  at: number
  title: string
  href: string | undefined
  note: string
  mark?: { tone: Tone; word: string }
}

/** Runs of scenes since midnight, and devices that came or went. */
function useHappened(
  since: number,
  zone: string,
): { items: readonly Item[]; onRetry: (() => void) | undefined } {
  const { say, ...text } = useText()
  const words = useWords()
  const telling = useTelling()
  const { source } = usePorts()
  const { definitions, situation } = useEngine()
  const { heads } = useDevices()
  const { data, isError, refetch } = useQuery({
    queryKey: [...ruleKeys.list, 'today'],
    queryFn: () => source.ask('get_rule_runs', { limit: 50 }),
    enabled: !isOutOfReach({ commands: ['get_rule_runs'] }, situation),
  })
  const [scene, page] = [definitions.screen('scene'), definitions.screen('device')]
  const ran = (data?.runs ?? []).map((run): Item => {
    const tone = WRONG[run.outcome]
    return {
      id: run.run_id,
      at: run.at,
      title: run.rule_name,
      href: scene && hrefOf(scene, { scene_id: run.rule_id }),
      note: triggerWords(run.trigger, telling),
      ...(tone && { mark: { tone, word: say(`status.last_run.outcome.${run.outcome}`) } }),
    }
  })
  const gone = heads.flatMap((head): Item[] =>
    head.status === 5 && head.statusSince !== undefined
      ? [
          {
            id: head.id,
            at: head.statusSince,
            title: head.name,
            href: page && hrefOf(page, { id: head.id }),
            note: standingSentence(head, { say, ...text }, (at) => words.moment(at, Date.now(), zone)),
          },
        ]
      : [],
  )
  return {
    items: [...ran, ...gone].filter(({ at }) => at >= since).toSorted((a, b) => b.at - a.at),
    onRetry: isError && !data ? () => void refetch() : undefined,
  }
}

function Happened({ items, onRetry, zone }: ReturnType<typeof useHappened> & { zone: string }) {
  const { t } = useText()
  const words = useWords()
  return (
    <Card title={t('scenes.today.title')} flush>
      {onRetry && (
        <div className={styles.quiet}>
          <NotKnown onRetry={onRetry}>{t('scenes.today.failed')}</NotKnown>
        </div>
      )}
      {items.length === 0 ? (
        !onRetry && <p className={styles.quiet}>{t('scenes.today.nothing')}</p>
      ) : (
        <ol className={styles.rows}>
          {items.slice(0, MOST).map(({ id, at, title, href, note, mark }) => (
            <li key={id}>
              <time className={styles.when} dateTime={new Date(at).toISOString()}>
                {words.moment(at, Date.now(), zone)}
              </time>
              <span className={styles.words}>
                {href === undefined ? title : <a href={href}>{title}</a>}
                <small>{note}</small>
              </span>
              {mark && <Tag tone={mark.tone}>{mark.word}</Tag>}
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}

function Coming({ zone, now }: { zone: string; now: number }) {
  const { t } = useText()
  const words = useWords()
  const { definitions } = useEngine()
  const scene = definitions.screen('scene')
  const runs = nextRuns(useHomeRules(), useWhereabouts(), now).slice(0, FEW)
  if (runs.length === 0) return null
  return (
    <Card title={t('scenes.today.next')} flush>
      <ol className={styles.rows}>
        {runs.map(({ rule, at }) => (
          <li key={rule.id}>
            <time className={styles.when} dateTime={new Date(at).toISOString()}>
              {words.moment(at, now, zone)}
            </time>
            <span className={styles.words}>
              {scene ? <a href={hrefOf(scene, { scene_id: rule.id })}>{rule.name}</a> : rule.name}
            </span>
          </li>
        ))}
      </ol>
    </Card>
  )
}

/** What is wrong with a device, in words. */
function Why({ head, zone }: { head: DeviceHead; zone: string }) {
  const text = useText()
  const words = useWords()
  const charge = useCharge(head)
  const empty = numberLimit(useEngine().definitions, 'batteryEmpty')
  const standing = standingSentence(head, text, (at) => words.moment(at, Date.now(), zone))
  if (standing !== '') return standing
  if (charge !== undefined && charge < empty)
    return text.t('scenes.today.battery', { charge: words.number(charge, 0) })
  return text.t('scenes.today.look')
}

/** Devices that want a look. */
function Wanting({ zone }: { zone: string }) {
  const text = useText()
  const { definitions } = useEngine()
  const { heads } = useDevices()
  const { attention } = useOverview()
  const page = definitions.screen('device')
  const wanting = heads.filter(({ id }) => attention.has(id))
  if (wanting.length === 0) return null
  return (
    <Card title={text.t('scenes.today.attention')} flush>
      <ul className={styles.rows}>
        {wanting.slice(0, FEW).map((head) => (
          <li key={head.id}>
            <Icon name={iconNamed(head.icon, 'device')} />
            <span className={styles.words}>
              {page ? <a href={hrefOf(page, { id: head.id })}>{head.name}</a> : head.name}
              <small>
                <Why head={head} zone={zone} />
              </small>
            </span>
            <Icon name="chevron-right" size="small" />
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Beside the tiles of a large window: what happened today, what comes next, what wants a look (mock 1, 1920 px). */
export default function Today() {
  useRuleEvents()
  const now = useNow()
  const zone = useHomeZone()
  const midnight = momentOf(Math.floor(wallOf(now, zone) / DAY) * DAY, zone)
  const happened = useHappened(midnight, zone)
  return (
    <>
      <Happened {...happened} zone={zone} />
      <Coming zone={zone} now={now} />
      <Wanting zone={zone} />
    </>
  )
}
