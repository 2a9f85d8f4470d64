import { useSyncExternalStore } from 'react'
import { useEngine } from '#engine/engine.ts'
import { useText } from '#i18n/useText.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { SwitchField } from '#ui/fields/choice-fields.tsx'
import styles from './KeyMap.module.css'
import { Keys } from './Keys.tsx'
import { plainKeys, shortcutsOf, switchPlainKeys } from './shortcuts.ts'

/** Every key that does something, and the switch for single ones. */
export default function KeyMap({ onClose }: { onClose(): void }) {
  const { t, say } = useText()
  const { situation } = useEngine()
  const plain = useSyncExternalStore(plainKeys.subscribe, plainKeys.current)
  const shown = shortcutsOf(situation)
  // Views of the same thing bear the same title.
  const screenName = (id: string): string =>
    [say(`screens.${id}.title`), say(`screens.${id}.view`)].filter(Boolean).join(' · ')
  const groups = [
    { id: 'anywhere' as const, of: shown.filter((one) => 'opens' in one) },
    { id: 'screens' as const, of: shown.filter((one) => 'goto' in one) },
    { id: 'search' as const, of: shown.filter((one) => 'in' in one && one.in === 'search') },
    { id: 'rows' as const, of: shown.filter((one) => 'in' in one && one.in === 'rows') },
    { id: 'dialog' as const, of: shown.filter((one) => 'in' in one && one.in === 'dialog') },
  ]
  return (
    <Dialog
      open
      title={t('shell.keys.title')}
      onClose={onClose}
      actions={
        <Button look="main" onClick={onClose}>
          {t('shell.close')}
        </Button>
      }
    >
      <div className={styles.groups}>
        {groups.map(({ id, of }) => (
          <section key={id} aria-label={t(`shell.keys.group.${id}`)}>
            <h3>{t(`shell.keys.group.${id}`)}</h3>
            <dl>
              {of.map((one) => (
                <div key={one.keys + ('id' in one ? one.id : '')}>
                  <dt>{'goto' in one ? screenName(one.goto) : say(`shell.keys.${one.id}`)}</dt>
                  <dd>
                    <Keys keys={one.keys} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <SwitchField
        label={t('shell.keys.plain')}
        help={t('shell.keys.plainHelp')}
        value={plain}
        onChange={switchPlainKeys}
      />
    </Dialog>
  )
}
