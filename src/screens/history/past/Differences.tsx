import { useState } from 'react'
import { dayOf } from '#engine/charts/model/range.ts'
import { useEngine, usePorts } from '#engine/engine.ts'
import { hrefOf } from '#engine/href.ts'
import { causeWords } from '#engine/objects/cause-words.ts'
import { CAUSE_ICONS, type Change, changesOf } from '#engine/objects/causes.ts'
import { usePeople } from '#engine/objects/people.ts'
import { useQuery } from '#engine/rows.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { rowsKey } from '#lib/rows/key.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Tag } from '#ui/Tag.tsx'
import { idOf } from '../recordable.ts'
import { type Difference, FIRST, labelOfValue } from './differences.ts'
import styles from './past.module.css'

interface Props {
  differences: readonly Difference[]
  total: number
  at: number
  now: number
  zone: string
  go(to: number): void
}

/** What was different from now, as sentences: what was, what is, what made it so, and when. */
export function Differences({ differences, total, at, now, zone, go }: Props) {
  const { t } = useText()
  const [all, setAll] = useState(false)
  const shown = all ? differences : differences.slice(0, FIRST)
  const causes = useCauses(shown, at)
  return (
    <Card
      flush
      title={t('past.differences.title')}
      aside={
        differences.length > 0 && (
          <Tag>{t('past.differences.count', { count: differences.length, total })}</Tag>
        )
      }
    >
      {differences.length === 0 ? (
        <p className={styles.none}>{t('past.differences.none')}</p>
      ) : (
        <ul className={styles.sentences}>
          {shown.map((difference) => (
            <Sentence
              key={difference.device.id}
              {...{ difference, now, zone, go }}
              change={difference.one && causes?.get(idOf(difference.one.address))}
              asked={causes !== undefined}
            />
          ))}
        </ul>
      )}
      {shown.length < differences.length && (
        <div className={styles.more}>
          <Button size="dense" onClick={() => setAll(true)}>
            {t('past.differences.all', { count: differences.length })}
          </Button>
        </div>
      )}
    </Card>
  )
}

/** What last changed each value since then; undefined until it is known. */
function useCauses(shown: readonly Difference[], at: number): ReadonlyMap<string, Change> | undefined {
  const { source } = usePorts()
  const addresses = shown.flatMap(({ one }) => (one ? [one.address] : []))
  const { data } = useQuery({
    queryKey: rowsKey('get_property_causes', { past: addresses.map(idOf), at }),
    placeholderData: (before: ReadonlyMap<string, Change> | undefined) => before,
    queryFn: async (): Promise<ReadonlyMap<string, Change>> => {
      const told = await changesOf(source, addresses)
      return new Map(
        addresses.flatMap((address, place): [string, Change][] => {
          const last = told[place]?.find((change) => change.at > at)
          return last ? [[idOf(address), last]] : []
        }),
      )
    },
  })
  return data
}

interface SentenceProps extends Pick<Props, 'now' | 'zone' | 'go'> {
  difference: Difference
  change: Change | undefined
  asked: boolean
}

function Sentence({ difference, change, asked, now, zone, go }: SentenceProps) {
  const text = useText()
  const { t } = text
  const words = useWords()
  const { definitions, situation } = useEngine()
  const { link } = usePorts()
  const readers = { text, ...usePeople() }
  const { device, one, was, now: is, higher, lower, reachedThen } = difference
  const since = one ? link.get(one.address).at : device.statusSince
  const changed = change?.at ?? since
  const chart = situation.flags.has('DASHBOARD') ? definitions.screen('dashboard_chart') : undefined
  const scene = change?.cause.rule_id === undefined ? undefined : definitions.screen('scene')
  const label = one && labelOfValue(one, words)
  const said = () => {
    if (reachedThen !== undefined)
      return t(reachedThen ? 'past.differences.reached' : 'past.differences.notReached')
    const told = { label, was, now: is }
    if (higher !== undefined) return t('past.differences.higher', { ...told, by: higher })
    if (lower !== undefined) return t('past.differences.lower', { ...told, by: lower })
    return t('past.differences.state', told)
  }
  const moment = changed === undefined ? '' : words.moment(changed, now, zone)
  return (
    <li>
      <i data-by={change?.cause.kind ?? (difference.kind === 'away' ? 'away' : undefined)}>
        <Icon
          size="mark"
          name={difference.kind === 'away' ? 'offline' : change ? CAUSE_ICONS[change.cause.kind] : 'unknown'}
        />
      </i>
      <p>
        <b>{device.name}</b> {said()}
        <small>
          {change
            ? t('past.differences.cause', { at: moment, cause: causeWords(change.cause, readers) })
            : one && asked
              ? t('past.differences.unknown', { at: moment })
              : moment}
        </small>
      </p>
      {chart && (
        <a
          href={hrefOf(chart, {
            id: device.id,
            period: 'day',
            ...(changed !== undefined && { last: dayOf(changed, zone) }),
            ...(one && { v: idOf(one.address) }),
          })}
        >
          <Icon name="analytics" size="small" />
          <span className="visually-hidden">{t('past.differences.chart', { name: device.name })}</span>
        </a>
      )}
      {scene ? (
        <a href={hrefOf(scene, { scene_id: change?.cause.rule_id })}>
          <Icon name="chevron-right" size="small" />
          <span className="visually-hidden">
            {t('past.differences.scene', { name: change?.cause.rule_name ?? '' })}
          </span>
        </a>
      ) : (
        <Button
          only
          look="quiet"
          icon="chevron-right"
          disabled={changed === undefined}
          onClick={() => changed !== undefined && go(changed)}
        >
          {t('past.differences.goto', { name: device.name })}
        </Button>
      )}
    </li>
  )
}
