/** Saves a text or bytes as a file download. */
export function downloadFile(name: string, type: string, text: BlobPart): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Some browsers start reading only after the current task.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
