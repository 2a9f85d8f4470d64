import type { PanelProps } from '#engine/widget.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { Icon, iconNamed } from '#ui/Icon.tsx'
import { Toggle } from '../../shared/controls/Toggle.tsx'
import { busy, missedOf, wantedOf } from '../../shared/delivery.ts'
import { type Item, readItem } from '../../shared/lazy/items.ts'
import { SettingSlider } from '../../shared/lazy/SettingSlider.tsx'
import { onOf } from '../../shared/switching.ts'
import { afterFigure, labelOf } from '../../shared/words.ts'
import styles from './HueBridge.module.css'
import { Link } from './Link.tsx'
import { linkedOf, type Options } from './value.ts'

/** A Hue bridge: how it is connected, all its lights at once, and what it tells of itself. */
export function HueBridge(props: PanelProps<Options>) {
  const { values, states, options, place, disabled, reason, commit } = props
  const { t } = useText()
  const words = useWords()
  const { state, brightness, facts } = options
  const linked = linkedOf(values, options)
  const link = <Link {...{ options, states, linked, disabled, reason, place, commit }} />
  const toggle = state && <Lights {...{ item: state, values, states, disabled, reason, commit }} />
  const dim = brightness && (
    <SettingSlider
      label={labelOf(brightness, words)}
      item={brightness}
      raw={values.get(brightness.key)}
      state={states.get(brightness.key)}
      {...{ disabled, reason, commit }}
    />
  )
  // Its switch stands in the head of the tile already.
  if (place === 'tile')
    return linked === false ? link : <div className={styles.tile}>{dim ?? toggle ?? link}</div>
  return (
    <div className={styles.page}>
      <h2 className={styles.title}>{t('panels.hue.title')}</h2>
      {link}
      {linked !== false && (state || brightness) && (
        <div className={styles.lights}>
          {toggle}
          {dim}
        </div>
      )}
      {facts.length > 0 && (
        <dl className={styles.facts} aria-label={t('panels.hue.facts')}>
          {facts.map((item) => {
            const { text, unit, icon } = readItem(item, values, words)
            return (
              <div key={item.key}>
                <dt>
                  <Icon name={iconNamed(icon, 'gauge')} size="small" />
                  <span>{labelOf(item, words)}</span>
                </dt>
                <dd>
                  {text}
                  {unit && <small>{afterFigure(unit)}</small>}
                </dd>
              </div>
            )
          })}
        </dl>
      )}
    </div>
  )
}

type LightsProps = Pick<PanelProps<Options>, 'values' | 'states' | 'disabled' | 'reason' | 'commit'> & {
  item: Item
}

/** All lights of the bridge on one switch. */
function Lights({ item, values, states, disabled, reason, commit }: LightsProps) {
  const { t } = useText()
  const delivery = states.get(item.key) ?? { phase: 'reported' }
  const raw = wantedOf(delivery) ?? values.get(item.key)
  const on = onOf(raw, item.value)
  return (
    <div className={styles.switch} aria-busy={busy(delivery) || undefined}>
      <span aria-hidden="true">{t('panels.hue.allLights')}</span>
      <Toggle
        label={t('panels.hue.allLights')}
        on={on === true}
        known={on !== undefined}
        disabled={disabled || !item.settable}
        reason={reason}
        phase={delivery.phase}
        missed={missedOf(delivery) !== undefined}
        onToggle={() => commit(item, on === true ? (item.value.off ?? false) : (item.value.on ?? true))}
      />
    </div>
  )
}
