import { useText } from '#i18n/useText.ts'
import { Icon, type IconName } from '#ui/Icon.tsx'
import styles from './Remote.module.css'
import { kinds } from './remotes.ts'

const ICONS: Readonly<Record<number, IconName>> = { 1: 'remote', 2: 'screen', 3: 'cool', 4: 'play' }

interface Props {
  type: number
  disabled: boolean
  reason: string | undefined
  choose(type: number): void
}

/** Which device the blaster plays (spec 2 §2: the select-device view). */
export function ChooseDevice({ type, disabled, reason, choose }: Props) {
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
