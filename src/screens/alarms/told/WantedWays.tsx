import { useState } from 'react'
import { usePorts } from '#engine/engine.ts'
import { failureText } from '#engine/failure-text.ts'
import { useQuery } from '#engine/rows.ts'
import { useText } from '#i18n/useText.ts'
import { rowsKey } from '#lib/rows/key.ts'
import type { WantedWays as Wanted } from '#schemas/generated/entities/wanted-ways.ts'
import { Card } from '#ui/Card.tsx'
import { ErrorState } from '#ui/page/states.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { toasts } from '#ui/toasts/toasts.ts'
import alarms from '../alarms.module.css'
import { WAYS } from '../define/ways.tsx'
import { PRIORITIES } from '../priorities.ts'
import styles from './told.module.css'

type Name = keyof Wanted
type Way = (typeof WAYS)[number]

interface Tick {
  priority: Name
  way: Way
  wanted: boolean
}

/** By which ways the person who looks hears of alarms, by their priority: a tick takes effect at once. */
export function WantedWays() {
  const text = useText()
  const { t, say } = text
  const { source } = usePorts()
  const { data, error, refetch } = useQuery({
    queryKey: rowsKey('getWantedWays'),
    queryFn: ({ signal }) => source.load('getWantedWays', {}, signal),
  })
  /** What was ticked and is not kept yet: one tick a call, since another page may have turned others meanwhile. */
  const [ticked, setTicked] = useState<readonly Tick[]>([])
  const isWanted = (priority: Name, way: Way): boolean => {
    const tick = ticked.findLast((one) => one.priority === priority && one.way === way)
    return tick ? tick.wanted : data?.[priority][way] === true
  }
  const turn = async (priority: Name, way: Way): Promise<void> => {
    const tick = { priority, way, wanted: !isWanted(priority, way) }
    if (priority === 'urgent' && !WAYS.some((one) => (one === way ? tick.wanted : isWanted(priority, one)))) {
      toasts.show({ text: t('alarms.told.urgentNeeds'), tone: 'danger' })
      return
    }
    setTicked((before) => [...before, tick])
    await source.call('setWantedWay', tick)
    await refetch()
    setTicked((before) => before.filter((one) => one !== tick))
  }
  const table = () => {
    if (error && !data)
      return (
        <ErrorState title={t('alarms.told.failed')} onRetry={() => void refetch()}>
          {failureText(error, text)} {t('alarms.nonetheless')}
        </ErrorState>
      )
    if (!data) return <Skeleton height="220px" />
    return (
      <table className={styles.ways}>
        <thead>
          <tr>
            <th scope="col">{t('alarms.told.priority')}</th>
            {WAYS.map((way) => (
              <th key={way} scope="col">
                {t(`alarms.ways.${way}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {PRIORITIES.map(({ code, name }) => (
            <tr key={name}>
              <th scope="row">
                <span className={alarms.priority} data-priority={code}>
                  {t(`alarms.priority.${name}`)}
                </span>
              </th>
              {WAYS.map((way) => (
                <td key={way}>
                  <label>
                    <input
                      type="checkbox"
                      aria-label={`${t(`alarms.priority.${name}`)}, ${t(`alarms.ways.${way}`)}`}
                      checked={isWanted(name, way)}
                      onChange={() => void turn(name, way)}
                    />
                  </label>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    )
  }
  return (
    <Card title={say('screens.user_settings.sections.wantedWays.title')}>
      <p className={styles.about}>{t('alarms.told.about')}</p>
      {table()}
    </Card>
  )
}
