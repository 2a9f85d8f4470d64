import { useText } from '#i18n/useText.ts'
import type { ByChance } from '#schemas/generated/entities/rule.ts'
import styles from '../only-if/OnlyIf.module.css'

/** Above a step that is one of several of which chance draws one (decision 0263). */
export default function Chance({ which }: { which: ByChance }) {
  const { t } = useText()
  const title = t(`builder.chance.${which}`)
  return (
    <section className={styles.group} aria-label={title} data-part="if">
      <header>
        <h3>{title}</h3>
      </header>
    </section>
  )
}
