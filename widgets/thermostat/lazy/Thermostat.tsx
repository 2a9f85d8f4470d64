import type { PanelProps } from '#engine/widget.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { Figure } from '../../shared/controls/Figure.tsx'
import { Stepper } from '../../shared/controls/Stepper.tsx'
import { toStep } from '../../shared/numbers.ts'
import { encode, moved, read as readTarget } from '../../shared/setting.ts'
import type { Ends } from '../../shared/track.ts'
import { useDraft } from '../../shared/use-draft.ts'
import { capital } from '../../shared/words.ts'
import { Dial } from './Dial.tsx'
import styles from './Thermostat.module.css'
import { degrees, type Options, read, sayings, standingOf } from './value.ts'

/** A target temperature: − value + in the tile, a dial with the measured value on the page. */
export function Thermostat(props: PanelProps<Options>) {
  const { label, values, states, options, place, reason, commit } = props
  const { t } = useText()
  const words = useWords()
  const { target } = options
  const standing = standingOf(values, states, options)
  const { shown, editing, change, flush } = useDraft(standing.target, (next) =>
    commit(target, encode(next, target)),
  )
  if (place === 'head') return <Figure reading={read(values, options, words)} place={place} />

  const phase = states.get(target.key)?.phase ?? 'reported'
  const disabled = props.disabled || !target.settable
  const say = (value: number | undefined) => degrees(value, target, words)
  const reading = readTarget(shown, target, words)
  const was = editing ? standing.target : standing.was
  const ends: Ends = { min: target.min ?? 0, max: target.max ?? 100, step: target.step }
  const stepper = (
    <Stepper
      {...{ label, options: target, reading, disabled, reason, editing, phase }}
      value={shown}
      valueText={say(shown)}
      was={was === undefined || was === shown ? undefined : readTarget(was, target, words).text}
      missed={standing.missed === undefined ? undefined : readTarget(standing.missed, target, words).text}
      move={(steps) => change(moved(shown, steps, target))}
      set={change}
      enter={(typed) => change(toStep(typed, target))}
    />
  )
  if (place === 'tile') return stepper

  const measured =
    standing.actual === undefined ? '' : t('panels.thermostat.actual', { value: say(standing.actual) })
  const doing = sayings(values, options, words).map(({ text, unit }) =>
    unit ? `${text}\u00a0${unit}` : text,
  )
  return (
    <div className={styles.page}>
      <Dial
        {...{ label, ends, disabled, reason, phase, editing, change }}
        value={shown}
        actual={standing.actual}
        missed={standing.missed}
        valueText={[say(shown), measured].filter((part) => part !== '').join(', ')}
        above={measured}
        figure={reading.text}
        unit={shown === undefined ? '' : (target.unit ?? '')}
        below={capital(doing.join(', '))}
        endTexts={[say(ends.min), say(ends.max)]}
        release={flush}
      />
      <div className={styles.stepper}>{stepper}</div>
    </div>
  )
}
