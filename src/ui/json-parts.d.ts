/** Some entries of a JSON file (scripts/vite/lean-catalogue.ts). */
declare module '*.json?only=alert,chevron-down,close,eye,eye-off,info,key,warning' {
  const part: Record<
    'alert' | 'chevron-down' | 'close' | 'eye' | 'eye-off' | 'info' | 'key' | 'warning',
    string
  >
  export default part
}

/** Drawings that only remotes, rooms or statuses have, and all the others. */
declare module '*.json?below=room-' {
  const part: Record<string, string>
  export default part
}
declare module '*.json?below=ir-' {
  const part: Record<string, string>
  export default part
}
declare module '*.json?below=status-' {
  const part: Record<string, string>
  export default part
}
declare module '*.json?beside=ir-,room-,status-' {
  const part: Record<string, string>
  export default part
}

/** What the first page of the house draws (scripts/vite/icons.ts). */
declare module 'virtual:icons/house' {
  const part: Record<string, string>
  export default part
}
