import { useText } from '#i18n/useText.ts'
import { CheckboxField } from '#ui/fields/choice-fields.tsx'
import { TextField } from '#ui/fields/text-fields.tsx'
import styles from './window.module.css'

export interface MaintenanceWindow {
  /** HH:MM */
  from: string
  until: string
}

const NIGHT: MaintenanceWindow = { from: '22:00', until: '05:00' }
const DAY_MINUTES = 1440
/** The bar begins at noon: most windows lie in one night, and are drawn in one piece. */
const NOON = 720
const HOURS = [12, 18, 24, 30, 36]

const minuteOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}
const placeOf = (time: string): number => (minuteOf(time) - NOON + DAY_MINUTES) % DAY_MINUTES

/** From where to where of the bar it is open: in two pieces where it goes over noon. */
function piecesOf({ from, until }: MaintenanceWindow): readonly (readonly [number, number])[] {
  const [begin, end] = [placeOf(from), placeOf(until)]
  return begin < end
    ? [[begin, end]]
    : [
        [begin, DAY_MINUTES],
        [0, end],
      ]
}

/** As it is sent. */
export const writtenWindow = ({ from, until }: MaintenanceWindow): string => `${from}-${until}`

/** The server refuses such a one. */
export const neverOpens = (window: MaintenanceWindow | undefined): boolean =>
  window !== undefined && window.from === window.until

interface Props {
  window: MaintenanceWindow | undefined
  onChange(window: MaintenanceWindow | undefined): void
}

/** Hours in which gateways are changed, each by the clocks of its own home. */
export function WindowFields({ window, onChange }: Props) {
  const { t } = useText()
  return (
    <div className={styles.window}>
      <CheckboxField
        label={t('choosing.window.only')}
        value={window !== undefined}
        onChange={(on) => onChange(on ? NIGHT : undefined)}
      />
      {window && (
        <>
          <div className={styles.pair}>
            {(['from', 'until'] as const).map((end) => (
              <TextField
                key={end}
                type="time"
                label={t(`choosing.window.${end}`)}
                value={window[end]}
                onChange={(time) => onChange({ ...window, [end]: time })}
                {...(end === 'until' && neverOpens(window) && { error: t('choosing.window.never') })}
              />
            ))}
          </div>
          <svg
            className={styles.hours}
            viewBox={`0 0 ${DAY_MINUTES} 24`}
            preserveAspectRatio="none"
            aria-hidden="true"
          >
            {piecesOf(window).map(([begin, end]) => (
              <rect key={begin} x={begin} width={Math.max(0, end - begin)} height="24" />
            ))}
          </svg>
          <p className={styles.clock} aria-hidden="true">
            {HOURS.map((hour) => (
              <span key={hour}>{hour % 24}</span>
            ))}
          </p>
          <p className={styles.help}>{t('choosing.window.help')}</p>
        </>
      )}
    </div>
  )
}
