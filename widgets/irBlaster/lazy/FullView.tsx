import { type CSSProperties, useId, useState } from 'react'
import type { PanelProps } from '#engine/widget.ts'
import { useText } from '#i18n/useText.ts'
import type { RemoteKey } from '#schemas/generated/definitions/infrared.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { SwitchField } from '#ui/fields/choice-fields.tsx'
import { Icon, type IconName } from '#ui/Icon.tsx'
import { Tabs } from '#ui/menu/Tabs.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Forgetting } from './Forgetting.tsx'
import styles from './Remote.module.css'
import { RemoteKeyButton } from './RemoteKeyButton.tsx'
import { kinds, remoteOf } from './remotes.ts'
import { useForget } from './use-forget.ts'
import { isLearning, keyOf, learntOf, lessonOf, type Options, type Pupil, stateOf, typeOf } from './value.ts'

const ICONS: Readonly<Record<number, IconName>> = { 1: 'remote', 2: 'screen', 3: 'cool', 4: 'play' }

interface ChooseDeviceProps {
  type: number
  disabled: boolean
  reason: string | undefined
  choose(type: number): void
}

/** Which device the blaster plays (spec 2 §2: the select-device view). */
function ChooseDevice({ type, disabled, reason, choose }: ChooseDeviceProps) {
  const { t } = useText()
  const name = (kind: number): string =>
    kind === 0 ? t('infrared.types.none') : t(`infrared.types.${kind as 1 | 2 | 3 | 4}`)
  return (
    <>
      <p>{t('infrared.chooseText')}</p>
      <fieldset className={styles.kinds} aria-label={t('infrared.choose')} title={reason}>
        {[...kinds, 0].map((kind) => (
          <button
            key={kind}
            type="button"
            aria-pressed={kind === type}
            disabled={disabled}
            onClick={() => choose(kind)}
          >
            <Icon name={ICONS[kind] ?? 'close'} size="large" />
            {name(kind)}
          </button>
        ))}
      </fieldset>
    </>
  )
}

interface Props extends PanelProps<Options> {
  pupil: Pupil | undefined
  begin(command: number): void
  close(): void
}

/** A key is known by its name, a gap by where it is. */
const placesOf = (names: readonly (string | null)[]) =>
  names.map((name, at) => ({ place: name ?? `gap ${at}`, name }))

/** The whole remote: its parts as tabs, learning, and the choice of the device where there is none. */
export function FullView({
  label,
  values,
  states,
  options,
  disabled,
  reason,
  commit,
  pupil,
  begin,
  close,
}: Props) {
  const { t, say } = useText()
  const panel = useId()
  const [choosing, choose] = useState(false)
  const [chosen, setTab] = useState<string>()
  const type = typeOf(values, options)
  const remote = remoteOf(type)
  const learning = isLearning(values, options)
  const lesson = lessonOf(values, options)
  const learnt = learntOf(values, options)
  const order = states.get(keyOf(options.command))
  const tab = remote?.tabs.find(({ id }) => id === chosen) ?? remote?.tabs[0]
  const keys = new Map(remote?.keys.map((key) => [key.name, key]))
  const selects = choosing || !remote
  const forget = useForget(options.learned, learnt, commit)
  const forgets = forget?.on === true && !learning
  const press = (command: number) => {
    if (forgets) return forget.press(command)
    if (learning) begin(command)
    commit(options.command, command)
  }
  const draw = (key: RemoteKey) => {
    const known = learnt?.has(key.command) ?? true
    return (
      <RemoteKeyButton
        key={key.name}
        of={key}
        state={stateOf(key.command, { pupil, lesson, order })}
        known={known}
        forgets={forgets}
        failed={order?.phase === 'failed' && order.wanted === key.command}
        disabled={disabled || (!known && !learning)}
        reason={reason}
        press={press}
      />
    )
  }
  const pupilKey = remote?.keys.find(({ command }) => command === pupil?.command)
  const waits = learning && lesson === 'inProgress' && pupilKey
  const incomplete = learnt !== undefined && remote?.keys.some(({ command }) => !learnt.has(command))
  const mode = options.mode
  return (
    <Dialog
      open
      title={selects ? t('infrared.choose') : label}
      aside={
        !selects && options.type ? (
          <Button size="dense" look="quiet" icon="swap" onClick={() => choose(true)}>
            {t('infrared.change')}
          </Button>
        ) : undefined
      }
      onClose={close}
      actions={<Button onClick={close}>{t('infrared.close')}</Button>}
    >
      {selects ? (
        <ChooseDevice
          type={type}
          disabled={disabled || !options.type}
          reason={reason}
          choose={(next) => {
            if (options.type && next !== type) commit(options.type, next)
            choose(false)
          }}
        />
      ) : (
        <div className={styles.remote}>
          {reason && <Notice tone="warn">{reason}</Notice>}
          {order?.phase === 'failed' && <Notice tone="danger">{order.reason}</Notice>}
          {mode && (
            <div className={styles.learn}>
              <SwitchField
                label={t('infrared.learn')}
                help={
                  waits
                    ? t('infrared.learning', { key: say(`infrared.keys.${waits.name}`, waits.altName) })
                    : learning
                      ? t('infrared.learnHint')
                      : incomplete
                        ? t('infrared.notLearnt')
                        : undefined
                }
                value={learning}
                disabled={disabled}
                onChange={(on) => commit(mode, (on ? mode.value.on : mode.value.off) ?? on)}
              />
            </div>
          )}
          {forget && (
            <Forgetting
              forget={forget}
              disabled={disabled || learning}
              nameOf={(command) => {
                const key = remote.keys.find((one) => one.command === command)
                return key ? say(`infrared.keys.${key.name}`, key.altName) : String(command)
              }}
            />
          )}
          {remote.tabs.length > 1 && tab && (
            <Tabs
              label={t('infrared.tabs')}
              tabs={remote.tabs.map(({ id }) => ({ id, label: t(`infrared.tab.${id}`) }))}
              value={tab.id}
              choose={setTab}
              controls={panel}
            />
          )}
          <div
            id={panel}
            className={styles.pad}
            {...(remote.tabs.length > 1 &&
              tab && {
                role: 'tabpanel',
                'aria-label': t(`infrared.tab.${tab.id}`),
              })}
          >
            {tab?.blocks.map((block) => (
              <div
                key={block.keys.join()}
                className={styles.block}
                data-shape={block.shape}
                style={{ '--columns': block.columns } as CSSProperties}
              >
                {placesOf(block.keys).map(({ place, name }) => {
                  const key = name === null ? undefined : keys.get(name)
                  return key ? draw(key) : <span key={place} />
                })}
              </div>
            ))}
          </div>
          <p className={styles.note}>{t('infrared.noFeedback')}</p>
        </div>
      )}
    </Dialog>
  )
}
