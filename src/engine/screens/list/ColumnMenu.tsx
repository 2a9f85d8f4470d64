import { useText } from '#i18n/useText.ts'
import { Button } from '#ui/Button.tsx'
import { Menu } from '#ui/menu/Menu.tsx'
import type { ColumnChoice } from './use-columns.ts'

interface Props {
  resource: string
  columns: ColumnChoice
}

/** Which columns the table shows. */
export function ColumnMenu({ resource, columns: { choices, toggle } }: Props) {
  const { t, say } = useText()
  const label = t('engine.list.columns')
  const group = {
    id: 'columns',
    title: label,
    choices: choices.map(({ field, shown }) => ({
      id: field,
      text: say(`fields.${resource}.${field}`),
      checked: shown,
      stays: true,
      onSelect: () => toggle(field),
    })),
  }
  return (
    <Menu
      label={label}
      groups={[group]}
      trigger={(attributes) => (
        <Button only size="dense" icon="columns" title={label} {...attributes}>
          {label}
        </Button>
      )}
    />
  )
}
