import { ActionForm } from './ActionForm.tsx'
import { DeviceForm } from './DeviceForm.tsx'
import { useEditor } from './editor.ts'
import { PauseForm } from './PauseForm.tsx'
import { StatusForm } from './StatusForm.tsx'
import { TimeForm } from './TimeForm.tsx'
import { TriggerForm } from './TriggerForm.tsx'

/** The form of the tab that somebody is on; a new one for each thing that is filled in. */
export function TabPanel() {
  const { tab, of, editing = '', device = '' } = useEditor().place
  const key = `${tab} ${of} ${editing} ${device}`
  switch (tab) {
    case 'triggerForm':
      if (of === 'TIME_TRIGGER') return <TimeForm key={key} />
      return of === 'STATUS_TRIGGER' ? <StatusForm key={key} /> : <DeviceForm key={key} />
    case 'deviceTrigger':
      return <TriggerForm key={key} />
    case 'actionForm':
      return <ActionForm key={key} />
    case 'other':
      return <PauseForm key={key} />
    default:
      return null
  }
}
