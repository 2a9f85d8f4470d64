import { useText } from '#i18n/useText.ts'
import type { BuilderOffer } from '#schemas/generated/definitions/scene-builder.ts'
import { Icon, iconNamed } from '#ui/Icon.tsx'
import { Badge } from '#ui/Tag.tsx'
import styles from './Offers.module.css'

/** What can be added here, each with what it is good for. */
export function Offers({
  label,
  offers,
  onChoose,
}: {
  label: string
  offers: readonly BuilderOffer[]
  onChoose(offer: BuilderOffer): void
}) {
  const { say } = useText()
  return (
    <ul className={styles.offers} aria-label={label}>
      {offers.map((offer) => (
        <li key={offer.value}>
          <button type="button" className={styles.offer} onClick={() => onChoose(offer)}>
            <Badge icon={iconNamed(offer.icon)} tone="primary" />
            <span className={styles.words}>
              <strong>{say(`builder.offers.${offer.value}.title`)}</strong>
              <span>{say(`builder.offers.${offer.value}.text`)}</span>
            </span>
            <Icon name="plus" size="small" />
          </button>
        </li>
      ))}
    </ul>
  )
}
