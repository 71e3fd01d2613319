"""Brings the people of a workspace up to a CSV file, 500 in a request. Needs Python 3.9 and nothing else.

    python3 sync_people.py people.csv --url http://127.0.0.1:3000     (the token is in TRAINING_TOKEN)

Run it every night; after an interruption it goes on where it was. The first line names the columns: email, full_name,
role, department_id, deactivate (true or false). An empty cell leaves the field as it is. Exits with 1 if a row was
refused.
"""
import argparse, csv, hashlib, io, json, os, pathlib, sys, time, urllib.error, urllib.request, uuid

IN_A_REQUEST = 500
ATTEMPTS = 6
BOOLEANS = {"true": True, "false": False}


def people_in(text):
    for row in csv.DictReader(io.StringIO(text), skipinitialspace=True, strict=True):
        person = {name: cell.strip() for name, cell in row.items() if name and cell and cell.strip()}
        if "deactivate" in person:
            # Excel writes TRUE. Anything else is sent as it is, and refused.
            person["deactivate"] = BOOLEANS.get(person["deactivate"].lower(), person["deactivate"])
        if person:
            yield person


def send(url, token, key, users):
    """Sends a request until it is answered. The key makes a repetition safe whose first answer was lost."""
    body = json.dumps({"users": users}).encode()
    headers = {
        "Authorization": f"Bearer {token}",
        "Content-Type": "application/json",
        "Idempotency-Key": key,
    }
    for attempt in range(1, ATTEMPTS + 1):
        wait = 2**attempt
        try:
            request = urllib.request.Request(f"{url}/api/v1/users/bulk", body, headers)
            with urllib.request.urlopen(request, timeout=60) as response:
                return json.load(response)["results"]
        except urllib.error.HTTPError as error:
            # Retry-After asks for a repetition, also while the same request of an interrupted run is still in progress.
            after = error.headers.get("Retry-After")
            if attempt == ATTEMPTS or (error.code < 500 and not after):
                sys.exit(error.read().decode())
            wait = max(int(after or 0), wait)
        except OSError as error:
            if attempt == ATTEMPTS:
                sys.exit(f"{url} can’t be reached: {error}")
        time.sleep(wait)


arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
arguments.add_argument("file", type=pathlib.Path)
arguments.add_argument("--url", default="http://127.0.0.1:3000")
arguments.add_argument("--token", default=os.environ.get("TRAINING_TOKEN"), help="default: TRAINING_TOKEN")
given = arguments.parse_args()
if not given.token:
    arguments.error("give --token, or set TRAINING_TOKEN")

text = given.file.read_text(encoding="utf-8-sig")
people = list(people_in(text))
content = hashlib.sha256(text.encode()).hexdigest()
progress = pathlib.Path(f"{given.file}.progress")
# Other content begins at its start. Each run has keys of its own, because answers to an older run are out of date.
noted = progress.read_text().split() if progress.exists() else []
run, done = (noted[1], int(noted[2])) if noted[:1] == [content] else (str(uuid.uuid4()), 0)
refused = 0
while done < len(people):
    progress.write_text(f"{content} {run} {done}")
    results = send(given.url, given.token, f"{run}-{done}", people[done : done + IN_A_REQUEST])
    for result in results:
        if "problem" in result:
            refused += 1
            print(f"Line {done + result['index'] + 2}: {result['problem']['detail']}", file=sys.stderr)
    done += len(results)
progress.unlink(missing_ok=True)
print(f"{len(people)} people, {refused} refused")
sys.exit(1 if refused else 0)
