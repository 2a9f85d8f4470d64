import { useText } from '#i18n/useText.ts'
import type { BuilderOffer } from '#schemas/generated/definitions/scene-builder.ts'
import { Icon, iconNamed } from '#ui/Icon.tsx'
import { Badge } from '#ui/Tag.tsx'
import styles from './Offers.module.css'

interface Props {
  label: string
  offers: readonly BuilderOffer[]
  /** There is something already: what each is good for need not be said any more. */
  terse?: boolean
  onChoose(offer: BuilderOffer): void
}

/** What can be added here, each with what it is good for. */
export function Offers({ label, offers, terse, onChoose }: Props) {
  const { say } = useText()
  return (
    <ul className={styles.offers} aria-label={label} data-terse={terse || undefined}>
      {offers.map((offer) => (
        <li key={offer.value}>
          <button type="button" className={styles.offer} onClick={() => onChoose(offer)}>
            {terse ? (
              <Icon name={iconNamed(offer.icon)} size="small" />
            ) : (
              <Badge icon={iconNamed(offer.icon)} tone="primary" />
            )}
            <span className={styles.words}>
              <strong>{say(`builder.offers.${offer.value}.title`)}</strong>
              {!terse && <span>{say(`builder.offers.${offer.value}.text`)}</span>}
            </span>
            <Icon name="plus" size="small" />
          </button>
        </li>
      ))}
    </ul>
  )
}
