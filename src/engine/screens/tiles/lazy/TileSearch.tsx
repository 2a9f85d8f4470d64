import { language } from '#i18n/i18n.ts'
import { tagOf } from '#i18n/languages.ts'
import { useText } from '#i18n/useText.ts'
import type { TilesScreen } from '#schemas/generated/definitions/screen.ts'
import type { DeviceHead } from '../../../ports.ts'
import { rowOf } from '../../list/data/found.ts'
import { occurringIn } from '../../list/data/live-rows.ts'
import { Filters } from '../../list/Filters.tsx'
import { SearchBox } from '../../list/SearchBox.tsx'
import type { Found } from '../use-found.ts'
import styles from './TileSearch.module.css'

interface Props {
  screen: TilesScreen
  all: readonly DeviceHead[]
  found: Found
  onLeave(): void
}

/** Search and filters above the tiles; what is asked stands in the address. */
export default function TileSearch({ screen, all, found, onLeave }: Props) {
  const { say } = useText()
  const collator = new Intl.Collator(tagOf(language()), { numeric: true })
  return (
    <search className={styles.bar}>
      {screen.search && (
        <div className={styles.search}>
          <SearchBox
            focus
            label={say(`screens.${screen.id}.search`)}
            value={found.search}
            onSearch={(search) => found.change({ search })}
            onLeave={onLeave}
          />
        </div>
      )}
      <Filters
        filters={screen.filters ?? []}
        resource={screen.resource}
        address={found}
        occurring={(field) => occurringIn(all.map(rowOf), field, collator)}
      />
    </search>
  )
}
