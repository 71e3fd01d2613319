#!/bin/sh
# Exports a course with its media, and imports it as drafts of a department:
# URL=https://training.example.com TOKEN=… COURSE=<id> DEPARTMENT=<id> sh move-course.sh
set -eu
api="${URL:-http://127.0.0.1:3000}/api/v1"
auth="Authorization: Bearer $TOKEN"
curl -fsS -H "$auth" -o course.zip "$api/courses/$COURSE/archive?with_media=true" # or that of another installation
unzip -qo course.zip -d course
for file in course/media/*; do
  [ -e "$file" ] || continue
  split -b 3M "$file" piece.
  pieces=$(for piece in piece.*; do
    curl -fsS --retry 9 -H "$auth" -H 'Content-Type: application/octet-stream' --data-binary "@$piece" "$api/media/pieces"
  done | jq -sc 'map(.id)')
  rm piece.*
  curl -fsS --retry 9 -H "$auth" --json "{\"pieces\": $pieces, \"digest\": \"${file##*/}\"}" "$api/media"
done
jq -c --arg id "$DEPARTMENT" '.department_id = $id' course/course.json |
  curl -fsS -H "$auth" -H "Idempotency-Key: course-$COURSE" --json @- "$api/courses/import"
