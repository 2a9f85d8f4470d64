import { type KeyboardEvent, useId, useState } from 'react'
import type { WidgetProps } from '#engine/widget.ts'
import { useText } from '#i18n/useText.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { missedOf, wantedOf } from '../../shared/delivery.ts'
import styles from './TextField.module.css'
import { decode, faultOf, type Options, type Shown } from './value.ts'

/** So much of what a device did not take is worth repeating. */
const NOTED = 60

/** A text to type: it goes out with Enter or the button, never while somebody still types. */
export function TextField({
  label,
  value,
  options,
  disabled,
  reason,
  state,
  commit,
}: WidgetProps<Shown, Options>) {
  const { t } = useText()
  const id = useId()
  const [typed, type] = useState<string>()
  const [peeking, peek] = useState(false)
  const wanted = wantedOf(state)
  const missed = decode(missedOf(state))?.slice(0, NOTED)
  const asked = wanted === undefined ? value : decode(wanted)
  const shown = typed ?? (options.stateless && wanted === undefined ? '' : (asked ?? ''))
  const fault = typed === undefined ? undefined : faultOf(typed, options)
  const sendable = typed !== undefined && (options.stateless ? typed !== '' : typed !== (value ?? ''))

  const send = () => {
    if (typed === undefined || !sendable || fault || disabled) return
    commit(typed)
    type(undefined)
    peek(false)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && typed !== undefined) {
      event.stopPropagation()
      type(undefined)
    }
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    if (options.lines && !event.ctrlKey && !event.metaKey) return
    event.preventDefault()
    send()
  }
  const common = {
    'aria-label': label,
    'aria-invalid': fault ? true : undefined,
    'aria-describedby': fault || options.value.description ? id : undefined,
    'aria-busy': wanted !== undefined || undefined,
    disabled,
    value: shown,
    spellCheck: false,
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => type(target.value),
    onKeyDown: press,
  }
  const below = fault
    ? t(`engine.form.${fault.rule}`, { field: label, limit: fault.limit })
    : missed !== undefined && !options.secret
      ? t('widgets.notTaken', { text: missed })
      : options.value.description
  return (
    <div className={styles.text} data-phase={state.phase} title={reason}>
      <div className={styles.row} data-lines={options.lines || undefined}>
        <div className={styles.box} data-busy={wanted !== undefined || undefined} data-fault={fault && ''}>
          {options.lines ? (
            <textarea rows={3} {...common} />
          ) : (
            <input type={options.secret && !peeking ? 'password' : 'text'} {...common} />
          )}
          {options.secret && (
            <button
              type="button"
              className={styles.peek}
              aria-pressed={peeking}
              disabled={disabled}
              onClick={() => peek(!peeking)}
            >
              <Icon name={peeking ? 'eye-off' : 'eye'} size="small" />
              <span className="visually-hidden">{t(peeking ? 'controls.hide' : 'controls.show')}</span>
            </button>
          )}
        </div>
        <Button
          look={sendable && !fault ? 'main' : 'plain'}
          disabled={disabled || !sendable || fault !== undefined}
          busy={wanted !== undefined}
          onClick={send}
        >
          {t('controls.send')}
        </Button>
      </div>
      {below && (
        <p id={id} className={styles.below} data-fault={fault && ''}>
          {below}
        </p>
      )}
    </div>
  )
}
