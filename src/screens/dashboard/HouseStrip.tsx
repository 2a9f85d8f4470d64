import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { Icon, iconNamed } from '#ui/Icon.tsx'
import styles from './dashboard.module.css'
import { useStrip } from './use-strip.ts'

/** How the home is, in a line: what it lacks leaves no gap. */
export default function HouseStrip() {
  const { say, t } = useText()
  const words = useWords()
  const said = useStrip()
  if (said.length === 0) return null
  return (
    <dl className={styles.strip} aria-label={t('dashboard.strip.label')}>
      {said.map(({ cell, figure, unit }) => (
        <div key={cell.id}>
          <dt>
            <Icon name={iconNamed(cell.icon)} size="small" />
            {say(`dashboard.strip.${cell.id}`)}
          </dt>
          <dd>
            {figure === undefined ? (
              t('dashboard.strip.unknown')
            ) : (
              <>
                <b>{words.number(figure, cell.digits ?? 0)}</b>
                {unit !== undefined && <span>{unit}</span>}
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
