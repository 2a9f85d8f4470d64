import { Overlay2 } from '@blueprintjs/core'
import { Fragment, type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { useActions } from '#engine/actions/use-actions.tsx'
import { numberLimit, useEngine } from '#engine/engine.ts'
import type { Row } from '#engine/ports.ts'
import { useText } from '#i18n/useText.ts'
import { Icon } from '#ui/Icon.tsx'
import { NotKnown } from '#ui/page/states.tsx'
import { besideOnce } from '#ui/second-press.ts'
import { type Command, find } from './find.ts'
import { typedAhead } from './opened.ts'
import styles from './Palette.module.css'
import { useCommands } from './use-commands.ts'
import '#ui/theme/blueprint.css'

/** At once: whoever opens it types on. */
const focused = (field: HTMLInputElement | null): void => field?.focus()

/** Type where to go or what to do; arrows choose, Enter does it, Escape closes (docs/behaviour.md, "Keys"). */
export default function Palette({ onClose }: { onClose(): void }) {
  const { t } = useText()
  const { definitions } = useEngine()
  const runner = useActions()
  const [search, setSearch] = useState('')
  const [at, setAt] = useState(0)
  const [asking, setAsking] = useState(false)
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const select = definitions.resource('gateway')?.actions?.select
  const choose = (row: Row): void => {
    if (select) void runner.run('select', select, { row })
  }
  const run = definitions.resource('rule')?.actions?.playRule
  const play = (row: Row): void => {
    setAsking(true)
    if (run) void runner.run('playRule', run, { row }).then(onClose)
  }
  const { commands, missing } = useCommands(search.trim(), choose, play)
  const found = find(commands, search, numberLimit(definitions, 'paletteGroup'))
  const here = Math.min(at, found.length - 1)
  const current = found[here]

  useLayoutEffect(() => setSearch(typedAhead.take()), [])
  useLayoutEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  })

  const carryOut = (command: Command | undefined): void => {
    if (!command || command.why !== undefined) return
    if (!command.asks) onClose()
    command.run()
  }
  const press = (event: KeyboardEvent): void => {
    const last = found.length - 1
    const next: Readonly<Record<string, number>> = {
      ArrowDown: here >= last ? 0 : here + 1,
      ArrowUp: here <= 0 ? last : here - 1,
      PageDown: last,
      PageUp: 0,
    }
    const to = next[event.key]
    if (event.key === 'Enter') carryOut(current)
    else if (event.key === 'Escape' && search !== '') {
      // As in every search: what was typed first, and then the whole.
      event.stopPropagation()
      setSearch('')
      setAt(0)
    } else if (to !== undefined) setAt(to)
    else return
    event.preventDefault()
  }

  return (
    <>
      <Overlay2
        autoFocus={false}
        isOpen={!asking}
        onClose={besideOnce(onClose)}
        shouldReturnFocusOnClose={false}
        transitionDuration={0}
        hasBackdrop
      >
        <div className={styles.place}>
          <div
            role="dialog"
            aria-modal="true"
            aria-label={t('shell.command.title')}
            className={styles.palette}
          >
            <div className={styles.search}>
              <Icon name="search" />
              <input
                ref={focused}
                role="combobox"
                aria-expanded={found.length > 0}
                aria-controls={`${id}-list`}
                aria-activedescendant={current && `${id}-${here}`}
                aria-label={t('shell.command.title')}
                aria-autocomplete="list"
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                placeholder={t('shell.command.placeholder')}
                value={search}
                onChange={(event) => {
                  setSearch(event.target.value)
                  setAt(0)
                }}
                onKeyDown={press}
              />
              <button type="button" onClick={onClose}>
                {t('shell.close')}
              </button>
            </div>
            <div
              ref={list}
              role="listbox"
              id={`${id}-list`}
              aria-label={t('shell.command.found')}
              className={styles.list}
            >
              {found.map((command, place) => (
                <Fragment key={command.id}>
                  {command.group !== found[place - 1]?.group && (
                    <div role="presentation" className={styles.group}>
                      {t(`shell.command.group.${command.group}`)}
                    </div>
                  )}
                  <div
                    id={`${id}-${place}`}
                    role="option"
                    tabIndex={-1}
                    aria-selected={command === current}
                    aria-disabled={command.why === undefined ? undefined : true}
                    className={styles.option}
                    onPointerMove={() => setAt(place)}
                    onClick={() => carryOut(command)}
                    onKeyDown={press}
                  >
                    <Icon name={command.icon} />
                    <span className="cut">{command.text}</span>
                    {command.note && <small className="cut">{command.note}</small>}
                  </div>
                </Fragment>
              ))}
            </div>
            {missing.map(({ group, again }) => (
              <div key={group} className={styles.missing}>
                <NotKnown
                  onRetry={() => {
                    again()
                    list.current?.parentElement?.querySelector('input')?.focus()
                  }}
                >
                  {t(`shell.command.missing.${group}`)}
                </NotKnown>
              </div>
            ))}
            <p role="status" className={found.length > 0 ? 'visually-hidden' : styles.none}>
              {found.length > 0
                ? t('shell.command.count', { count: found.length })
                : t('shell.command.none', { search })}
            </p>
          </div>
        </div>
      </Overlay2>
      {runner.overlays}
    </>
  )
}
