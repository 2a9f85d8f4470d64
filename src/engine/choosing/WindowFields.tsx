import { useText } from '#i18n/useText.ts'
import { CheckboxField } from '#ui/fields/choice-fields.tsx'
import { TextField } from '#ui/fields/text-fields.tsx'
import styles from './window.module.css'

export interface MaintenanceWindow {
  /** HH:MM */
  from: string
  until: string
}

/** What a window begins with, and when its bar does (minutes): so that most are drawn in one piece. */
const KINDS = {
  gateways: { begin: { from: '22:00', until: '05:00' }, bar: 720 },
  people: { begin: { from: '09:00', until: '18:00' }, bar: 0 },
} as const
const DAY_MINUTES = 1440
/** From one number below the bar to the next, in hours. */
const STEPS = [0, 6, 12, 18, 24]

const minuteOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** From where to where of the bar it is open: in two pieces where it goes over its ends, in none where it never opens. */
function piecesOf(window: MaintenanceWindow, bar: number): readonly (readonly [number, number])[] {
  if (neverOpens(window)) return []
  const { from, until } = window
  const [begin = 0, end = 0] = [from, until].map((time) => (minuteOf(time) - bar + DAY_MINUTES) % DAY_MINUTES)
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
  /** Whom it is about: gateways that are changed, or people who are told something. */
  of?: keyof typeof KINDS
  window: MaintenanceWindow | undefined
  onChange(window: MaintenanceWindow | undefined): void
}

/** Hours in which something is done, by the clocks of each whom it is about. */
export function WindowFields({ of = 'gateways', window, onChange }: Props) {
  const { t } = useText()
  const { begin: proposed, bar } = KINDS[of]
  return (
    <div className={styles.window}>
      <CheckboxField
        label={t(`choosing.window.${of}.only`)}
        value={window !== undefined}
        onChange={(on) => onChange(on ? proposed : undefined)}
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
            {piecesOf(window, bar).map(([begin, end]) => (
              <rect key={begin} x={begin} width={Math.max(0, end - begin)} height="24" />
            ))}
          </svg>
          <p className={styles.clock} aria-hidden="true">
            {STEPS.map((step) => (
              <span key={step}>{(bar / 60 + step) % 24}</span>
            ))}
          </p>
          <p className={styles.help}>{t(`choosing.window.${of}.help`)}</p>
        </>
      )}
    </div>
  )
}
