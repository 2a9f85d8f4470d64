import { useText } from '#i18n/useText.ts'
import { IconField } from '#ui/fields/IconField.tsx'
import { iconNamed } from '#ui/Icon.tsx'
import { roomIcons } from './room-icons.ts'

interface Props {
  value: string
  onChange(icon: string): void
}

/** The picture of a room, or none. */
export function IconPicker(props: Props) {
  const { t, say } = useText()
  const choices = ['', ...roomIcons].map((icon) => ({
    value: icon,
    label: icon === '' ? t('rooms.icon.none') : say(`rooms.icons.${icon}`),
    icon: iconNamed(icon, 'door'),
  }))
  return <IconField label={t('rooms.icon.label')} choices={choices} {...props} />
}
