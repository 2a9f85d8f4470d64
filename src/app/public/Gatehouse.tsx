import { useText } from '#i18n/useText.ts'
import { Mark } from '#ui/marks/Mark.tsx'
import styles from './Gatehouse.module.css'

/** The gatehouse at dusk, with one lit window: what stands beside the forms of account entry. */
export function Gatehouse() {
  const { t } = useText()
  return (
    <div className={styles.view}>
      <Mark name={t('shell.product')} />
      <svg
        className={styles.arches}
        viewBox="0 0 600 700"
        preserveAspectRatio="xMidYMax slice"
        aria-hidden="true"
      >
        <g className={styles.rings}>
          <path opacity=".35" d="M10 700V380a290 290 0 0 1 580 0V700" />
          <path opacity=".55" d="M50 700V380a250 250 0 0 1 500 0V700" />
          <path opacity=".75" d="M90 700V380a210 210 0 0 1 420 0V700" />
          <path opacity=".95" d="M130 700V380a170 170 0 0 1 340 0V700" />
        </g>
        <path className={styles.door} d="M170 700V380a130 130 0 0 1 260 0V700z" />
        <path className={styles.window} d="M232 700V392a68 68 0 0 1 136 0V700z" />
        <path className={styles.bars} d="M300 324V700M232 480H368M232 590H368" />
      </svg>
      <p className={styles.slogan}>
        {t('shell.slogan.first')}
        <br />
        {t('shell.slogan.second')}
      </p>
    </div>
  )
}
