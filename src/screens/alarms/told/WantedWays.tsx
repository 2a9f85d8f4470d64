import { useState } from 'react'
import { usePorts } from '#engine/engine.ts'
import { useQuery } from '#engine/rows.ts'
import { useText } from '#i18n/useText.ts'
import { rowsKey } from '#lib/rows-key.ts'
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

/** By which ways the person who looks hears of alarms, by their priority: a tick takes effect at once. */
export function WantedWays() {
  const { t, say } = useText()
  const { source } = usePorts()
  const { data, isError, refetch } = useQuery({
    queryKey: rowsKey('getWantedWays'),
    queryFn: ({ signal }) => source.load('getWantedWays', {}, signal),
  })
  /** What was ticked and is not kept yet. */
  const [ticked, setTicked] = useState<Wanted>()
  const wanted = ticked ?? data
  const turn = async (name: Name, way: Way): Promise<void> => {
    if (!wanted) return
    const next = { ...wanted, [name]: { ...wanted[name], [way]: wanted[name][way] !== true } }
    if (!WAYS.some((one) => next.urgent[one] === true)) {
      toasts.show({ text: t('alarms.told.urgentNeeds'), tone: 'danger' })
      return
    }
    setTicked(next)
    await source.call('setWantedWays', next)
    await refetch()
    setTicked(undefined)
  }
  const table = () => {
    if (isError && !wanted)
      return (
        <ErrorState title={t('alarms.told.failed')} onRetry={() => void refetch()}>
          {t('alarms.failed')}
        </ErrorState>
      )
    if (!wanted) return <Skeleton height="220px" />
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
                      checked={wanted[name][way] === true}
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
